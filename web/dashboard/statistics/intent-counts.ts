/** In the table and in the file. */
export const intentCounts = [
  ['opened', 'intentOpened'],
  ['agreed', 'intentAgreed'],
  ['proposed', 'intentProposed'],
  ['waiting', 'intentWaiting'],
  ['declined', 'intentDeclined'],
  ['expired', 'intentExpired'],
] as const
