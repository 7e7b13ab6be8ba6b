/** Characters. A pattern's cost grows with its length times the text's; for REST filters and live rows alike. */
export const maxPatternLength = 200
