import { type OpenPlace, replyVariables } from '#shared/rules/text/reply-variables.ts'
import { inboxToolsTexts, type InboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'

export function MissingPlaceholders({
  id,
  places,
  urgent,
  onFill,
}: {
  id: string
  places: readonly OpenPlace[]
  /** The member tried to send. */
  urgent: boolean
  onFill: (place: OpenPlace) => void
}) {
  const texts = useTexts(inboxToolsTexts)
  if (places.length === 0) return null
  return (
    <div id={id} className="composer-places" role={urgent ? 'alert' : 'status'}>
      <span>{texts.fillFirst}</span>
      {places.map(place => (
        <Button
          key={place.start}
          size="sm"
          aria-label={fill(texts.fillPlace, { name: placeName(place, texts) })}
          onClick={() => onFill(place)}
        >
          {placeName(place, texts)}
        </Button>
      ))}
    </div>
  )
}

function placeName({ name }: OpenPlace, texts: InboxToolsTexts): string {
  const known = replyVariables.find(one => one === name)
  return known ? texts[`variable_${known}`] : name
}
