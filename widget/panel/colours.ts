import { inkOn } from '#shared/rules/website/ink-on.ts'

/** The shop's colour is used for the head and the visitor's messages; bot and people keep theirs. */
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
