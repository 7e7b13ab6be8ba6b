import { z } from 'zod'

/** reply: what members may; admin: also starts what goes out. */
export const keyScopes = ['reply', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

export const newApiKey = z.object({ name: z.string().trim().min(1).max(60), scope: z.enum(keyScopes) })

export const maxKeys = 20
