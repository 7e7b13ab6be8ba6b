import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'

/** A liked answer is asked again after each change to what the bot knows. */
export function LikeAnswer({ answerId, text }: { answerId: string; text?: string }) {
  const texts = useTexts(testQuestionsTexts)
  const [changed, setLiked] = useState<boolean>()
  const { data: stored } = useQuery({
    queryKey: ['liked', answerId],
    queryFn: async () => (await readRows('regression_cases', query => query.eq('ref_id', answerId), 'id')).length > 0,
  })
  const liked = changed ?? stored ?? false

  async function like() {
    setLiked(true)
    try {
      await call('POST /api/v1/answers/:id/like', { params: { id: answerId }, repeatable: true })
      showToast(texts.liked, { text: texts.undo, run: () => void unlike() })
    } catch (error) {
      setLiked(false)
      showError(error)
    }
  }

  async function unlike() {
    setLiked(false)
    try {
      await call('DELETE /api/v1/answers/:id/like', { params: { id: answerId } })
    } catch (error) {
      setLiked(true)
      showError(error)
    }
  }

  const press = () => void (liked ? unlike() : like())
  if (text)
    return (
      <Button look={liked ? 'outline' : 'filled'} icon="check" aria-pressed={liked} onClick={press}>
        {text}
      </Button>
    )
  return (
    <button type="button" className="link link-alone" aria-pressed={liked} onClick={press}>
      {liked && <Icon name="check" size="sm" />}
      {texts.like}
    </button>
  )
}
