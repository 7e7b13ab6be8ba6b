import { useMemo } from 'react'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { type Command, useCommands } from '#web/parts/commands/commands.ts'
import { inboxKeys } from '#web/parts/conversations/inbox-keys.ts'

export function useListCommands(): void {
  const texts = useTexts(paletteTexts)
  const commands = useMemo<Command[]>(
    () => [
      {
        id: 'next',
        group: 'here',
        text: texts.nextChat,
        icon: 'arrow-down',
        keys: inboxKeys.nextChat,
        rare: true,
        run: () => step(1),
      },
      {
        id: 'previous',
        group: 'here',
        text: texts.previousChat,
        icon: 'arrow-up',
        keys: inboxKeys.previousChat,
        rare: true,
        run: () => step(-1),
      },
    ],
    [texts],
  )
  useCommands(commands)
}

/** Rows are placed by position; their order in the DOM differs. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.inbox-list [data-conversation]')].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const at = rows.findIndex(row => row.getAttribute('aria-current'))
  const next = at === -1 ? rows[0] : rows[at + by]
  next?.scrollIntoView({ block: 'nearest' })
  next?.click()
}
