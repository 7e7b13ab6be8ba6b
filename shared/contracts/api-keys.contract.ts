import { z } from 'zod'

/** reply: prepares and looks, as members do; admin: also starts what goes out. */
export const keyScopes = ['reply', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

/** `POST /api/v1/api-keys` */
export const newApiKey = z.object({ name: z.string().trim().min(1).max(60), scope: z.enum(keyScopes) })

export const maxKeys = 20
