import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { minContrast, readColour, whiteContrast } from '#shared/rules/website/ink-on.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { coloursOf } from '#widget/panel/colours.ts'
import { createConversation } from '#widget/conversation/conversation.ts'
import { Lotus } from '#widget/panel/icons.tsx'
import { createOutbox } from '#widget/conversation/outbox.ts'
import { Panel } from '#widget/panel/panel.tsx'
import css from '#widget/panel/panel.css?inline'
import { staticTransport } from './static-transport.ts'
import { useStarters } from './use-starters.ts'

export function AppearancePreview({
  hidden,
  settings,
  changed,
}: {
  hidden: boolean
  settings: BotSettings
  changed: boolean
}) {
  const texts = useTexts(configurationTexts)
  const [open, setOpen] = useState<'open' | 'closed'>('open')
  const colour = readColour(settings.widget_colour)
  const shown = colour && whiteContrast(colour) >= minContrast ? colour : '#0a3a2d'
  const places = Object.fromEntries(coloursOf(shown))
  return (
    <aside className="appearance-preview" aria-label={texts.previewOf} hidden={hidden}>
      <div className="row">
        <span className="fill">
          <Chip tone={changed ? 'info' : 'plain'} icon="eye">
            {changed ? texts.tryUnsaved : texts.trySaved}
          </Chip>
        </span>
        <SegmentedControl
          label={texts.previewOf}
          value={open}
          options={[
            { value: 'open', text: texts.previewOpen },
            { value: 'closed', text: texts.previewClosed },
          ]}
          onChoose={setOpen}
        />
      </div>
      <div className="appearance-page" data-side={settings.widget_side}>
        {open === 'open' && (
          <IsolatedRoot>
            <div className="sen-chat" style={places}>
              <Box settings={settings} />
            </div>
          </IsolatedRoot>
        )}
        <span className="appearance-button" style={{ background: shown }} aria-hidden="true">
          <Lotus size={30} />
        </span>
      </div>
    </aside>
  )
}

/** A shadow root keeps the box's styles and ours apart. */
function IsolatedRoot({ children }: { children: ReactNode }) {
  const [shadow, setShadow] = useState<ShadowRoot>()
  const hold = useCallback((host: HTMLElement | null) => {
    if (!host || host.shadowRoot) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    setShadow(root)
  }, [])
  return (
    <div className="appearance-box" ref={hold}>
      {shadow && createPortal(children, shadow)}
    </div>
  )
}

function Box({ settings }: { settings: BotSettings }) {
  const texts = useTexts(configurationTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const widget = widgetTexts(language)
  const suggested = useStarters()?.suggested[language] ?? []
  const own =
    settings.widget_starters ?? (suggested.length > 0 ? suggested : [widget.starterShipping, widget.starterHours])
  const starters = [...own, widget.starterPerson].join('\n')
  const conversation = useMemo(() => {
    const made = createConversation({
      transport: staticTransport([
        { author: 'contact', text: texts.previewCustomer },
        { author: 'bot', text: texts.previewBot, choices: starters.split('\n') },
      ]),
      outbox: createOutbox({ getItem: () => null, setItem: () => {}, removeItem: () => {} }, 'preview'),
    })
    made.start()
    return made
  }, [texts, starters])
  return (
    <Panel
      conversation={conversation}
      name={workspace.name}
      brand={pageConfig().brand}
      greetings={{ vi: settings.greeting ?? '', en: settings.greeting_en ?? settings.greeting ?? '' }}
      avatar={settings.avatar ? `/storage/v1/object/public/avatars/${settings.avatar}` : null}
      starters={{ vi: [], en: [] }}
      house={false}
      locale={language}
      focus={0}
      onClose={null}
    />
  )
}
