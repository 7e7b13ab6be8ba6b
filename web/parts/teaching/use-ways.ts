import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProposedWording, ProposedWordings } from '#shared/contracts/bot/teaching.results.ts'
import { maxWordings } from '#shared/contracts/training/training.contract.ts'
import { call } from '#web/data/api.ts'
import type { Loading } from '#web/kit/feedback/query-state.tsx'
import { useDebounced } from '#web/parts/forms/use-debounced.ts'

/** `key` stays while the text changes. */
export type Way = {
  key: string
  text: string
  ticked: boolean
  from: ProposedWording['from'] | 'person'
  count: number
}

export type Ways = {
  all: Way[]
  ticked: string[]
  proposed: Loading<unknown>
  isFull: boolean
  tick(key: string, ticked: boolean): void
  change(key: string, text: string): void
  add(text: string): void
}

const restMs = 600
const tickedAtFirst = 5
const none: ProposedWording[] = []

/** @param ticks whether the surest are ticked initially */
export function useWays(question: string, ticks = true): Ways {
  const asked = useDebounced(question.trim(), restMs)
  const bySen = useProposed(asked, false)
  const byModel = useProposed(asked, true)
  const [added, setAdded] = useState<string[]>([])
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())

  const proposed = [...(bySen.data?.wordings ?? none), ...(byModel.data?.wordings ?? none)]
  const known = new Set<string>()
  const all: Way[] = []
  let ticked = 0
  for (const text of added) all.push(wayOf(`person ${text}`, text, 'person', 0, true))
  for (const { text, from, surely, count = 0 } of proposed) {
    if (known.has(text) || added.includes(text)) continue
    known.add(text)
    const isTicked = ticks && surely && ticked < tickedAtFirst
    if (isTicked) ticked += 1
    all.push(wayOf(`${from} ${text}`, text, from, count, isTicked))
  }
  const remaining = all.filter(way => way.ticked).map(way => way.text.trim())

  function wayOf(key: string, text: string, from: Way['from'], count: number, byItself: boolean): Way {
    return { key, text: texts.get(key) ?? text, ticked: choices.get(key) ?? byItself, from, count }
  }
  return {
    all,
    ticked: [...new Set(remaining)].filter(Boolean).slice(0, maxWordings),
    proposed: asked === '' ? { ...bySen, data: none } : bySen,
    isFull: remaining.length >= maxWordings,
    tick: (key, isTicked) => setChoices(before => new Map(before).set(key, isTicked)),
    change: (key, text) => setTexts(before => new Map(before).set(key, text)),
    add: text => setAdded(before => (before.includes(text) ? before : [...before, text])),
  }
}

function useProposed(question: string, model: boolean) {
  return useQuery<ProposedWordings>({
    queryKey: ['proposed wordings', question, model],
    enabled: question !== '',
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) =>
      call('POST /api/v1/teaching/wordings', { body: { question, model }, repeatable: true, signal }),
  })
}
