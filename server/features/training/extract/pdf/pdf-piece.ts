/** A piece of text where the page shows it: `x`, `y` from the upper left, `y` the base line, all in points. */
export type Piece = { text: string; x: number; y: number; width: number; size: number; font: string }
