import { z } from 'zod'

/** The key itself is told this once. */
export const madeApiKey = z.object({ id: z.uuid(), key: z.string() })
export type MadeApiKey = z.output<typeof madeApiKey>
