export type Model = {
  /** @throws ModelError */
  chat(request: ChatRequest): Promise<ChatAnswer>
}

export type ChatRequest = {
  system: string
  turns: ChatTurn[]
  schema: ObjectSchema
  maxTokens: number
  signal: AbortSignal
  onText?(piece: string): void
}
/** `stable`: this turn and all before it recur, so providers with a prompt cache are asked to cache them. */
export type ChatTurn = { role: 'user' | 'assistant'; text: string; stable?: boolean }

export function alternating(turns: readonly ChatTurn[]): { role: ChatTurn['role']; parts: ChatTurn[] }[] {
  const joined: { role: ChatTurn['role']; parts: ChatTurn[] }[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.parts.push(turn)
    else joined.push({ role: turn.role, parts: [turn] })
  }
  return joined
}

/** The subset of JSON Schema that all providers support. */
export type ObjectSchema = {
  type: 'object'
  properties: Record<string, PropertySchema>
  required: string[]
  additionalProperties: false
}
export type PropertySchema =
  | { type: 'string'; enum?: string[]; description?: string }
  | { type: 'number'; description?: string }
  | { type: 'boolean'; description?: string }
  | { type: 'array'; items: ObjectSchema | PropertySchema; description?: string }

export type ChatAnswer = {
  text: string
  /** as counted by the provider; null: not reported */
  tokensIn: number | null
  tokensOut: number | null
}

export type ModelPlace = {
  kind: 'openai-compatible' | 'anthropic' | 'gemini'
  baseUrl: string
  model: string
  key: string
  /** From the installation's settings; a workspace's address is guarded against private networks. */
  trusted: boolean
}

/**
 * unreachable: no connection, or aborted by us for its size; slow: first token or end too late; cut: the stream ended early; refused: by
 * the provider's policy; too_long: token limit hit.
 */
export type ModelFault = 'unreachable' | 'slow' | 'status' | 'cut' | 'refused' | 'too_long' | 'protocol'

export class ModelError extends Error {
  readonly fault: ModelFault
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  /** Response body, for adapters that fall back to a simpler request. Never shown or logged: it may hold keys and texts. */
  readonly body: string

  constructor(fault: ModelFault, more: { status?: number; retryAfterMs?: number | undefined; body?: string } = {}) {
    super(more.status ? `${fault} ${more.status}` : fault)
    this.name = 'ModelError'
    this.fault = fault
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.body = more.body ?? ''
  }
}
