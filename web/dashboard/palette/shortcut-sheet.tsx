import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { useShortcutsOn } from '#web/parts/commands/commands.ts'
import { useEnterSends } from '#web/parts/conversations/enter-sends.ts'
import { inboxKeys } from '#web/parts/conversations/inbox-keys.ts'
import { groupsFor } from '../sections.ts'
import './palette.css'
import { Keys } from './key-caps.tsx'
import { sectionKeys } from './shortcut-keys.ts'

type Line = { text: string; keys: string }

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const texts = useTexts(paletteTexts)
  const dashboard = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  const [on, turn] = useShortcutsOn()
  const enter = useEnterSends()
  const sections = groupsFor(role).flatMap(group => group.sections)
  const list: (keyof typeof inboxKeys)[] = ['nextChat', 'previousChat']
  const chat = (Object.keys(inboxKeys) as (keyof typeof inboxKeys)[]).filter(name => !list.includes(name))
  const named = (names: (keyof typeof inboxKeys)[]): Line[] =>
    names.map(name => ({
      text: name === 'snooze' ? (texts.snooze.split(':')[0] ?? '') : texts[name],
      keys: inboxKeys[name],
    }))
  return (
    <Dialog open title={texts.sheetTitle} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      <div className="shortcut-switch">
        <span className="fill">
          <b>{texts.sheetOn}</b>
          <span className="soft" id="shortcut-switch-text">
            {texts.sheetOnText}
          </span>
        </span>
        <Switch on={on} label={texts.sheetOn} describedBy="shortcut-switch-text" onSwitch={turn} />
      </div>
      <Group
        title={texts.sheetAnywhere}
        lines={[
          { text: texts.title, keys: 'Ctrl+K' },
          { text: texts.keys, keys: '?' },
          { text: texts.sheetMain, keys: 'Alt+S' },
          { text: texts.sheetBack, keys: 'Esc' },
        ]}
      />
      <Group
        title={texts.sheetList}
        lines={[
          { text: texts.sheetSearch, keys: '/' },
          ...named(list),
          { text: texts.sheetPick, keys: 'x' },
          { text: texts.sheetPickOn, keys: 'Shift+↓' },
          { text: texts.sheetPickAll, keys: 'Ctrl+A' },
        ]}
      />
      <Group
        title={texts.sheetChat}
        lines={[
          ...named(chat),
          { text: texts.sheetSend, keys: enter.sends ? 'Enter' : 'Ctrl+Enter' },
          ...(enter.sends ? [{ text: texts.sheetNewLine, keys: 'Shift+Enter' }] : []),
          { text: texts.sheetSlash, keys: '/' },
          { text: texts.sheetMention, keys: '@' },
        ]}
      />
      <Group
        title={texts.sheetGo}
        lines={sections.flatMap(({ name }) => {
          const keys = sectionKeys[name]
          return keys ? [{ text: dashboard[name], keys }] : []
        })}
      />
    </Dialog>
  )
}

function Group({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <section className="shortcut-group">
      <h3>{title}</h3>
      <dl>
        {lines.map(({ text, keys }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
