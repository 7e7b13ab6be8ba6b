import { addresses, addressIn } from '#shared/addresses.ts'
import { helpTexts } from '#shared/texts/dashboard/help-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { askForHelp } from '#web/parts/page/demo-chat.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'

export function HelpMenu({ rail }: { rail: boolean }) {
  const texts = useTexts(helpTexts)
  const items = useHelp()
  return (
    <Menu
      align="start"
      side={rail ? 'right' : 'top'}
      trigger={
        <button type="button" className="nav-link" aria-label={texts.help} title={rail ? texts.help : undefined}>
          <Icon name="circle-help" />
          {!rail && texts.help}
        </button>
      }
    >
      {items.map(({ icon, text, run }) => (
        <MenuItem key={text} icon={icon} onSelect={run}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}

export function HelpLines({ onChosen }: { onChosen(): void }) {
  return useHelp().map(({ icon, text, run }) => (
    <li key={text}>
      <button
        type="button"
        className="nav-link"
        onClick={() => {
          onChosen()
          run()
        }}
      >
        <Icon name={icon} />
        {text}
      </button>
    </li>
  ))
}

function useHelp() {
  const texts = useTexts(helpTexts)
  const { language } = useLanguage()
  const page = (address: string) => () => void window.open(addressIn(language, address), '_blank', 'noopener')
  return [
    { icon: 'book-open', text: texts.guide, run: page(addresses.guide) },
    ...(pageConfig().chat ? [{ icon: 'message-circle', text: texts.ask, run: askForHelp } as const] : []),
    { icon: 'mail', text: texts.contact, run: page(addresses.contact) },
  ] as const
}
