import { useState } from 'react'
import { testQuestionsTexts } from '#shared/texts/test-questions-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'

/** A good answer is kept: the bot is asked this again after each change of what it knows. */
export function LikeAnswer({ answerId }: { answerId: string }) {
  const texts = useTexts(testQuestionsTexts)
  const [liked, setLiked] = useState(false)

  async function like() {
    setLiked(true)
    try {
      await call('POST', '/regression-cases', { answer_id: answerId }, { repeatable: true })
      showToast(texts.liked)
    } catch (error) {
      setLiked(false)
      showErrorToast(messageOf(error))
    }
  }

  return (
    <button type="button" className="link link-alone" aria-pressed={liked} disabled={liked} onClick={() => void like()}>
      {liked && <Icon name="check" size="sm" />}
      {texts.like}
    </button>
  )
}
