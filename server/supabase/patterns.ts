/**
 * A pattern is tried at every place of every row, so what it costs grows with its length times the text's. Longer ones are refused,
 * in the addresses of rows as in the filters of live rows. Characters.
 */
export const maxPatternLength = 200
