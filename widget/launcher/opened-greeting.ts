import type { Attributes } from './bridge.ts'

/** The greeting that the visitor responded to. `id`: the shop's rule. */
export type OpenedGreeting = { id: string; text: string }

/** Separates the page's attributes from the greeting that `greetings.ts` puts among them, unknown to the loader. */
export function readOpenedGreeting({ 'sen:greeting': value, ...attributes }: Attributes): {
  attributes: Attributes
  greeting?: OpenedGreeting
} {
  const match = /^([0-9a-f-]{36}) (.{1,400})$/s.exec(typeof value === 'string' ? value : '')
  const [, id, text] = match ?? []
  return { attributes, ...(id && text && { greeting: { id, text } }) }
}
