import { useState } from 'react'
import type { BulkAct } from '#shared/contracts/inbox/conversations.contract.ts'
import type { BulkResult } from '#shared/contracts/inbox/conversations.results.ts'
import { inboxListTexts, type InboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Before, type Step, undoSteps } from './bulk-undo.ts'

const atOnce = 20

export type BulkFailure = { act: BulkAct; ids: string[]; count: number; why: string }

export type Bulk = {
  progress: { done: number; count: number } | undefined
  failure: BulkFailure | undefined
  dismiss(): void
  /** @returns the ids that failed */
  run(act: BulkAct, before: readonly Before[]): Promise<string[]>
}

export function useBulk(): Bulk {
  const texts = useTexts(inboxListTexts)
  const [progress, setProgress] = useState<Bulk['progress']>()
  const [failure, setFailure] = useState<BulkFailure>()

  async function run(act: BulkAct, before: readonly Before[]): Promise<string[]> {
    const ids = before.map(row => row.id)
    setFailure(undefined)
    setProgress({ done: 0, count: ids.length })
    const result = await runSteps([{ ids, act }], done => setProgress({ done, count: ids.length }))
    setProgress(undefined)
    const failed = result.failed.map(one => one.id)
    if (failed.length > 0) setFailure({ act, ids: failed, count: ids.length, why: result.failed[0]?.message ?? '' })
    const done = before.filter(row => result.done.includes(row.id))
    if (done.length > 0) showDone(act, done)
    return failed
  }

  function showDone(act: BulkAct, done: readonly Before[]) {
    const steps = undoSteps(act, done, new Date())
    const undo = steps.length > 0 ? { text: texts.undo, run: () => void runUndo(steps) } : undefined
    showToast(fill(doneText(act, texts), { count: done.length }), undo)
  }

  async function runUndo(steps: Step[]) {
    const result = await runSteps(steps, () => {})
    const [first] = result.failed
    const touched = new Set(result.done)
    for (const { id } of result.failed) touched.delete(id)
    if (!first) return showToast(fill(texts.undone, { count: touched.size }))
    const failed = new Set(result.failed.map(one => one.id)).size
    showErrorToast(fill(texts.someFailed, { failed, count: failed + touched.size, why: first.message }))
  }

  return { progress, failure, dismiss: () => setFailure(undefined), run }
}

/** Failures on the way, such as a lost network, are reported with the rest. */
async function runSteps(steps: readonly Step[], onDone: (count: number) => void): Promise<BulkResult> {
  const all: BulkResult = { done: [], failed: [] }
  for (const { ids, act } of steps)
    for (let at = 0; at < ids.length; at += atOnce) {
      const some = ids.slice(at, at + atOnce)
      try {
        const body = { ...act, ids: some }
        const result = await call('POST /api/v1/conversations/bulk', { body, repeatable: true })
        all.done.push(...result.done)
        all.failed.push(...result.failed)
      } catch (error) {
        all.failed.push(...some.map(id => ({ id, code: '', message: messageOf(error) })))
      }
      onDone(all.done.length + all.failed.length)
    }
  return all
}

function doneText({ act }: BulkAct, texts: InboxListTexts): string {
  switch (act) {
    case 'close':
      return texts.didClose
    case 'reopen':
      return texts.didReopen
    case 'snooze':
      return texts.didSnooze
    case 'assign':
      return texts.didAssign
    case 'tags':
      return texts.didTags
    case 'read':
      return texts.didRead
    case 'pause-bot':
    case 'resume-bot':
      return texts.didBot
  }
}
