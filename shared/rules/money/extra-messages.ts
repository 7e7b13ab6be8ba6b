/** Messages that are bought beside the plan's own: used after those, carried over, good for a year. */
export const extraMessages = { packSize: 1000, mostPacks: 20, goodForDays: 365 } as const
