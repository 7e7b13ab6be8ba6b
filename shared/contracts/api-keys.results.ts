import { z } from 'zod'

/** The only time the key is shown. */
export const madeApiKey = z.object({ id: z.uuid(), key: z.string() })
export type MadeApiKey = z.output<typeof madeApiKey>
