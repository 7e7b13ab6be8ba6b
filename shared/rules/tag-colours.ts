/** The colours that a tag may have, by their names among the product's own. */
export const tagColours = ['leaf', 'petal', 'stamen', 'water', 'lacquer', 'violet', 'ink'] as const
export type TagColour = (typeof tagColours)[number]
