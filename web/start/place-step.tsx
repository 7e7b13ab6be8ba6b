import { useState, type ReactNode } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { HostedPageTools } from '#web/parts/channels/hosted-page-tools.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { ChatPreview } from './flower-backdrop.tsx'
import { type Around, StepLayout } from './step-layout.tsx'
import type { StepActions } from './use-first-steps.ts'
import { WebsiteInstructions } from './website-instructions.tsx'

type Road = 'page' | 'website' | 'facebook' | 'zalo'

/** The shop's own page always exists, so nobody has to wait for a web developer. */
export function PlaceStep(props: { actions: StepActions; around: Around; onDone(next: 'page' | 'connect'): void }) {
  const { actions, around, onDone } = props
  const texts = useTexts(startTexts)
  const [road, setRoad] = useState<Road>('page')
  const { busy, problem: failed, perform } = useAction({ once: true })
  const { name, avatar, page } = actions.steps
  const isAccount = road === 'facebook' || road === 'zalo'

  async function turnOn() {
    await perform(async () => {
      await actions.finish(true)
      onDone(isAccount ? 'connect' : 'page')
    })
  }

  const roadOf = (value: Road, glyph: ReactNode, title: string, text: string, inside: ReactNode) => (
    <li className="start-road" data-chosen={road === value || undefined}>
      <label>
        <input type="radio" name="road" value={value} checked={road === value} onChange={() => setRoad(value)} />
        {glyph}
        <span>
          <b>{title}</b>
          <span className="soft">{text}</span>
        </span>
      </label>
      {road === value && inside && <div className="start-road-inside">{inside}</div>}
    </li>
  )
  const account = (kind: 'facebook' | 'zalo', title: string, text: string, off: string) => {
    const isThere = pageConfig().connectable.includes(kind)
    const inside = <p className="soft">{isThere ? texts.accountNext : off}</p>
    return roadOf(kind, <ChannelIcon kind={kind} size={36} hidden />, title, isThere ? text : off, isThere && inside)
  }

  return (
    <StepLayout
      around={around}
      name={texts.step4}
      title={texts.whereTitle}
      lead={texts.whereLead}
      beside={
        <ChatPreview name={name} avatar={avatar} state={texts.page} message={fill(texts.greetVisitor, { name })} />
      }
      foot={
        <>
          {failed && <Notice tone="bad">{failed}</Notice>}
          <Button look="filled" size="lg" busy={busy} busyText={texts.turningOn} onClick={() => void turnOn()}>
            {texts.turnOn}
          </Button>
          {road === 'website' && <p className="hint">{texts.pageToo}</p>}
        </>
      }
    >
      <ul className="start-roads">
        {roadOf(
          'page',
          <span className="start-way-icon">
            <Icon name="qr-code" />
          </span>,
          texts.page,
          texts.pageText,
          <HostedPageTools page={page} onChanged={actions.renew} />,
        )}
        {roadOf(
          'website',
          <ChannelIcon kind="website" size={36} hidden />,
          texts.website,
          texts.websiteText,
          <WebsiteInstructions />,
        )}
        {account('facebook', texts.messenger, texts.messengerText, texts.messengerOff)}
        {account('zalo', texts.zalo, texts.zaloText, texts.zaloOff)}
      </ul>
    </StepLayout>
  )
}
