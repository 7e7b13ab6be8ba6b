/** Points from the upper left; `y`: the baseline. */
export type Piece = { text: string; x: number; y: number; width: number; size: number; font: string }
