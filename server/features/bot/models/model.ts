/** A language model at work. Behind it: one file a protocol. */
export type Model = {
  /** Asks for one JSON object. @throws ModelError */
  chat(request: ChatRequest): Promise<ChatAnswer>
}

export type ChatRequest = {
  system: string
  turns: ChatTurn[]
  /** of the wanted object; its `required` names every property */
  schema: ObjectSchema
  /** most tokens of the answer */
  mostTokens: number
  /** ends the call at once, and the connection with it */
  signal: AbortSignal
  /** each piece of text as it comes */
  onText?(piece: string): void
}
/** `stable`: it, with all before it, will be sent again and again; providers that can keep it ready are told so. */
export type ChatTurn = { role: 'user' | 'assistant'; text: string; stable?: boolean }

/** Turns of one speaker in a row as one: some servers want speakers to alternate. */
export function alternating(turns: readonly ChatTurn[]): { role: ChatTurn['role']; parts: ChatTurn[] }[] {
  const joined: { role: ChatTurn['role']; parts: ChatTurn[] }[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.parts.push(turn)
    else joined.push({ role: turn.role, parts: [turn] })
  }
  return joined
}

/** The part of JSON Schema that all providers know. */
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
  /** Tokens as the provider counts them; null where it does not say. */
  tokensIn: number | null
  tokensOut: number | null
}

/** Where a model is, and who pays for it. */
export type ModelPlace = {
  kind: 'openai-compatible' | 'anthropic' | 'gemini'
  baseUrl: string
  model: string
  /** '' where none is needed, as for a server of one's own */
  key: string
  /** The address is one of the installation's own settings; a workspace's goes through the guard. */
  trusted: boolean
}

/**
 * Why a model gave no answer. unreachable: no connection, or broken off by us for its size; slow: no first piece or no end in
 * time; status: an HTTP status (see there); cut: the stream ended before its end; refused: the provider would not; too_long: it
 * wrote on and on; protocol: what came was no answer of this protocol.
 */
export type ModelFault = 'unreachable' | 'slow' | 'status' | 'cut' | 'refused' | 'too_long' | 'protocol'

export class ModelError extends Error {
  readonly fault: ModelFault
  readonly status: number | undefined
  /** Milliseconds after which the provider wants to be asked again. */
  readonly retryAfterMs: number | undefined
  /** What the provider said, for adapters that can do with less; never shown, never logged: keys and texts may be in it. */
  readonly said: string

  constructor(fault: ModelFault, more: { status?: number; retryAfterMs?: number | undefined; said?: string } = {}) {
    super(more.status ? `${fault} ${more.status}` : fault)
    this.name = 'ModelError'
    this.fault = fault
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.said = more.said ?? ''
  }
}
