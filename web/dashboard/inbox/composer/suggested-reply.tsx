import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { BotIcon } from '#web/parts/illustrations/bot-icon.tsx'

type SuggestedProps = { id: string; reply: string; lang: string | undefined; onTake(): void; onDecline(): void }

export function SuggestedReply({ id, reply, lang, onTake, onDecline }: SuggestedProps) {
  const texts = useTexts(inboxToolsTexts)
  return (
    <div className="suggested" role="status">
      <div className="fill">
        <p className="suggested-who">
          <BotIcon size={14} />
          {texts.suggested}
        </p>
        <p id={id} lang={lang} className="suggested-words">
          {reply}
        </p>
      </div>
      <Button size="sm" onClick={onTake}>
        {texts.takeSuggested}
        <kbd aria-hidden="true">Tab</kbd>
      </Button>
      <IconButton icon="x" label={texts.declineSuggested} onClick={onDecline} />
    </div>
  )
}
