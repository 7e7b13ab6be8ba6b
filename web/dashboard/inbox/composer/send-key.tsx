import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { useEnterSends } from '#web/parts/conversations/enter-sends.ts'

export function SendKey() {
  const texts = useTexts(inboxToolsTexts)
  const { sends, choose } = useEnterSends()
  const keys = sends ? ['Enter'] : ['Ctrl', 'Enter']
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className="inbox-keys" title={texts.sendKey}>
          <span className="unseen">{texts.sendKey}: </span>
          {keys.map(key => (
            <kbd key={key}>{key}</kbd>
          ))}
          <span>{texts.sends}</span>
        </button>
      }
    >
      <MenuItem icon={sends ? 'check' : 'send-horizontal'} onSelect={() => choose(true)}>
        {texts.enterSends}
      </MenuItem>
      <MenuItem icon={sends ? 'send-horizontal' : 'check'} onSelect={() => choose(false)}>
        {texts.controlEnterSends}
      </MenuItem>
    </Menu>
  )
}
