import { makeSerialQueue } from '#web/data/serial-queue.ts'

export type UnsavedDraft<Draft> = {
  /** Undefined once the server has accepted everything. */
  readonly words: Draft | undefined
  write(words: Draft | undefined): void
  /** Sends the latest words once the previous request has ended, so that an older text never arrives after a newer one. */
  save(send: (words: Draft) => Promise<unknown>): Promise<void>
}

// For the life of the page: words outlive an editor that was left before the server accepted them.
const drafts = new Map<string, UnsavedDraft<unknown>>()
let owner: string | undefined

export function unsavedDraft<Draft>(personId: string | undefined, key: string): UnsavedDraft<Draft> {
  // One person's words must not be shown to the next at this browser.
  if (owner !== personId) drafts.clear()
  owner = personId
  const draft = (drafts.get(key) as UnsavedDraft<Draft> | undefined) ?? makeUnsavedDraft<Draft>()
  drafts.set(key, draft as UnsavedDraft<unknown>)
  return draft
}

function makeUnsavedDraft<Draft>(): UnsavedDraft<Draft> {
  let words: Draft | undefined
  const inOrder = makeSerialQueue()
  return {
    get words() {
      return words
    },
    write(next) {
      words = next
    },
    save(send) {
      return inOrder(async () => {
        const sent = words
        if (sent === undefined) return
        await send(sent)
        if (words === sent) words = undefined
      })
    },
  }
}
