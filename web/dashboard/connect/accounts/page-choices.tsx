import type { OfferedPages } from '#shared/contracts/channels/facebook.contract.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'

export function PageList({
  pages,
  chosen,
  onChosen,
}: {
  pages: OfferedPages['pages']
  chosen: ReadonlySet<string>
  onChosen(next: Set<string>): void
}) {
  const texts = useTexts(channelScreensTexts)
  // The dialog opened before there was anything to focus.
  const first = pages.find(page => page.can_connect)?.id
  function turn(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <fieldset className="page-choices">
      <legend className="unseen">{texts.pickPages}</legend>
      {pages.map(({ id, name, can_connect: canConnect, reason }) => (
        <label key={id} className={canConnect ? 'page-choice' : 'page-choice page-choice-closed'}>
          <input
            className="choice-mark"
            type="checkbox"
            autoFocus={id === first}
            checked={chosen.has(id)}
            disabled={!canConnect}
            onChange={() => turn(id)}
          />
          <span className="fill">
            <b>{name}</b>
            {reason && (
              <span className={reason === 'reconnects' ? 'page-reason page-reason-open' : 'page-reason'}>
                {reason === 'connected_here' && <Icon name="circle-check" size="sm" />}
                {texts[reason]}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
