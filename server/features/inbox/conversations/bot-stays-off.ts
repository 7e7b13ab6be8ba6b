import { minutes } from '#platform/clock.ts'

/** After a person replied, here or in the platform's own inbox. */
export const botStaysOff = minutes(30)
