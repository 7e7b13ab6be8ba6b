import type { Attributes } from './bridge.ts'

/** What the chat button said, by which the visitor came in. `id`: the shop's rule. */
export type OpenedGreeting = { id: string; text: string }

/**
 * The page's attributes, and the greeting that `greetings.ts` lays among them: the loader carries it without knowing of it.
 */
export function readOpenedGreeting({ 'sen:greeting': told, ...attributes }: Attributes): {
  attributes: Attributes
  greeting?: OpenedGreeting
} {
  const match = /^([0-9a-f-]{36}) (.{1,400})$/s.exec(typeof told === 'string' ? told : '')
  const [, id, text] = match ?? []
  return { attributes, ...(id && text && { greeting: { id, text } }) }
}
