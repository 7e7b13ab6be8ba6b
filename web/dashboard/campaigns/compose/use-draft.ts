import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BroadcastContent } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import { ApiError, call } from '#web/data/api.ts'
import { type Campaign, campaignKey } from '#web/dashboard/campaigns/read-campaigns.ts'
import { inTurn } from '#web/parts/forms/in-turn.ts'

export type Draft = Pick<
  Campaign,
  'name' | 'audience' | 'purpose' | 'content' | 'start_at' | 'max_each' | 'zalo_paid' | 'on_reply' | 'routes'
>
export type Checked = { preview_id: string; preview: BroadcastPreview }

const pauseMs = 900

/** Saved after each pause, then recounted. Answers to an older text are ignored. */
export function useDraft(campaign: Campaign) {
  const { id } = campaign
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ name: campaign.name, audience: campaign.audience, purpose: campaign.purpose, content: campaign.content },
    ...{
      start_at: campaign.start_at,
      max_each: campaign.max_each,
      zalo_paid: campaign.zalo_paid,
      on_reply: campaign.on_reply,
    },
    routes: campaign.routes,
  }))
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<unknown>()
  const [state, setState] = useState<'saved' | 'saving' | 'counting'>('saved')
  const [savedAt, setSavedAt] = useState(campaign.changed_at)
  const queries = useQueryClient()
  const [saveInTurn] = useState(inTurn)
  const turn = useRef(0)
  const isSaved = useRef(true)
  const isNew = useRef(true)
  const confirmed = useRef(false)

  async function count(mine: number): Promise<void> {
    if (!isReady(draft)) return setState('saved')
    setState('counting')
    const found = await call('POST /api/v1/broadcasts/:id/preview', {
      params: { id },
      body: { confirmed: confirmed.current },
      repeatable: true,
    })
    if (turn.current === mine) setChecked(found)
  }

  async function put(): Promise<void> {
    isSaved.current = true
    // Who leaves and comes back goes on from here, not from what was read before.
    const queryKey = campaignKey(campaign.workspace_id, id)
    queries.setQueryData<Campaign | null>(queryKey, known => known && { ...known, ...draft })
    const body = { ...draft, content: { texts: {}, ...draft.content } }
    await saveInTurn(() => call('PATCH /api/v1/broadcasts/:id', { params: { id }, body, repeatable: true }))
  }

  async function save(): Promise<void> {
    const mine = ++turn.current
    setProblem(undefined)
    try {
      if (!isNew.current) {
        setState('saving')
        await put()
        setSavedAt(new Date().toISOString())
      }
      isNew.current = false
      if (turn.current === mine) await count(mine)
    } catch (error) {
      if (turn.current === mine) setProblem(error)
    } finally {
      if (turn.current === mine) setState('saved')
    }
  }

  const latest = useRef({ save, put })
  useEffect(() => {
    latest.current = { save, put }
  })
  useEffect(() => {
    const timer = setTimeout(() => void latest.current.save(), isNew.current ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  // Who leaves within the pause keeps the last words too.
  useEffect(
    () => () => {
      if (!isSaved.current) void latest.current.put().catch(() => undefined)
    },
    [],
  )

  return {
    draft,
    checked,
    problem,
    state,
    savedAt,
    change(part: Partial<Draft>) {
      turn.current++
      isSaved.current = false
      confirmed.current = false
      setChecked(undefined)
      setProblem(undefined)
      setDraft(before => ({ ...before, ...part }))
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

export function isReady({ name, content }: Draft): boolean {
  if (content.template) return name.trim() !== ''
  const isWritten = (texts: BroadcastContent['texts'] = {}) => Object.values(texts).some(text => text?.trim())
  return name.trim() !== '' && isWritten(content.texts) && (!content.b || isWritten(content.b.texts))
}
