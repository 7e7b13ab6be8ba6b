import { useAction } from '#web/kit/use-action.ts'
import { useCardChanged } from './read-card.ts'

/** One action at a time; the card is read again after each. */
export function useCardAction(): { busy: boolean; error: string | undefined; act(run: () => Promise<void>): void } {
  const changed = useCardChanged()
  const { busy, problem: error, perform } = useAction()
  function act(run: () => Promise<void>) {
    void perform(async () => {
      await run()
      await changed()
    })
  }
  return { busy, error, act }
}
