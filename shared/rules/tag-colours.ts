export const tagColours = ['leaf', 'petal', 'stamen', 'water', 'lacquer', 'violet', 'ink'] as const
export type TagColour = (typeof tagColours)[number]
