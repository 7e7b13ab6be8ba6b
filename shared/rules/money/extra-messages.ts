/** Used after the plan's own messages, carried over, valid for a year. */
export const extraMessages = { packSize: 1000, maxPacks: 20, goodForDays: 365 } as const
