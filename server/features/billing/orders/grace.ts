import { days } from '#platform/clock.ts'

/** The full plan continues this long without a renewal, whose order stays open until then. */
export const graceMs = days(7)
