import { useEffect, useRef, useState } from 'react'
import type { BroadcastContent } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { ApiError, call } from '#web/data/api.ts'
import { type Campaign, campaignKey } from '#web/dashboard/campaigns/read-campaigns.ts'
import { useUnsavedDraft } from '../use-unsaved-draft.ts'

export type Draft = Pick<
  Campaign,
  'name' | 'audience' | 'purpose' | 'content' | 'start_at' | 'max_each' | 'zalo_paid' | 'on_reply' | 'routes'
>
export type Checked = { preview_id: string; preview: BroadcastPreview }

const pauseMs = 900

/** Saved after each pause, then recounted. Answers to an older text are ignored. */
export function useDraft(campaign: Campaign) {
  const { id, workspace_id: workspace } = campaign
  const { draft, state, unsavedText, ...writing } = useUnsavedDraft<Draft>({
    queryKey: campaignKey(workspace, id),
    given: draftOf(campaign),
    patch(words) {
      const body = { ...words, content: { texts: {}, ...words.content } }
      return call('PATCH /api/v1/broadcasts/:id', { params: { id }, body, repeatable: true, workspace })
    },
  })
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<unknown>()
  const turn = useRef(0)
  const isNew = useRef(true)
  const confirmed = useRef(false)

  async function count(mine: number): Promise<void> {
    if (!isReady(draft)) return
    const found = await call('POST /api/v1/broadcasts/:id/preview', {
      params: { id },
      body: { confirmed: confirmed.current },
      repeatable: true,
    })
    if (turn.current === mine) setChecked(found)
  }

  async function save(): Promise<void> {
    const mine = ++turn.current
    isNew.current = false
    setProblem(undefined)
    try {
      await writing.save()
      if (turn.current === mine) await count(mine)
    } catch (error) {
      if (turn.current === mine) setProblem(error)
    }
  }

  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), isNew.current ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [draft])

  return {
    draft,
    checked,
    problem,
    state,
    unsavedText,
    change(part: Parameters<typeof writing.change>[0]) {
      turn.current++
      confirmed.current = false
      setChecked(undefined)
      setProblem(undefined)
      writing.change(part)
    },
    /** A person confirms that it is not advertising. */
    confirm() {
      confirmed.current = true
      void save()
    },
    again: () => void save(),
    isDoubtful: problem instanceof ApiError && problem.code === 'broadcast.purpose_doubtful',
  }
}

function draftOf(campaign: Campaign): Draft {
  const { name, audience, purpose, content, start_at, max_each, zalo_paid, on_reply, routes } = campaign
  return { name, audience, purpose, content, start_at, max_each, zalo_paid, on_reply, routes }
}

export function isReady({ name, content }: Draft): boolean {
  if (content.template) return name.trim() !== ''
  const isWritten = (texts: BroadcastContent['texts'] = {}) => Object.values(texts).some(text => text?.trim())
  return name.trim() !== '' && isWritten(content.texts) && (!content.b || isWritten(content.b.texts))
}
