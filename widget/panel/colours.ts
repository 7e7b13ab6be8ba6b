import { inkOn } from '#shared/rules/website/ink-on.ts'

/** The places of a shop's colour: the head, and the customer's own messages. Bot and people keep theirs. */
export function coloursOf(colour: string): [name: string, value: string][] {
  const ink = inkOn(colour)
  return [
    ['--head', colour],
    ['--head-ink', ink],
    ['--head-ink-2', ink],
    ['--mine', colour],
    ['--mine-ink', ink],
  ]
}
