/** The product's closed lists. The database holds the same ones as checks. */
export const languages = ['vi', 'en'] as const
export type Language = (typeof languages)[number]

export const channelKinds = ['facebook', 'zalo', 'website'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const roles = ['admin', 'member'] as const
export type Role = (typeof roles)[number]

export const metrics = ['messages', 'connections', 'documents', 'members'] as const
export type Metric = (typeof metrics)[number]

/** Who writes the bot's answers; embedded: nobody, they are quoted. */
export const modelKinds = ['embedded', 'openai-compatible', 'anthropic', 'gemini'] as const
export type ModelKind = (typeof modelKinds)[number]

export const acts = ['answer', 'clarify', 'abstain', 'handoff', 'smalltalk', 'contact', 'refuse'] as const
export type Act = (typeof acts)[number]
