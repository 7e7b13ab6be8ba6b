import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { AnsweredQuestion, BotAnswer } from '#web/parts/answers/answered-question.ts'

export function useExam() {
  const { workspace } = useCurrentWorkspace()
  const questions = useQuery({
    queryKey: ['exam', workspace.id],
    queryFn: () => call('GET /api/v1/exam'),
  })
  const [answers, setAnswers] = useState<ReadonlyMap<string, BotAnswer | 'failed'>>(new Map())
  const [asking, setAsking] = useState<number>()
  const round = useRef(0)
  useEffect(() => () => void round.current++, [])

  async function ask(text: string): Promise<void> {
    const mine = round.current
    const answer = await call('POST /api/v1/bot/ask', { body: { text, hours: 'open' }, repeatable: true }).catch(
      () => 'failed' as const,
    )
    if (mine === round.current) setAnswers(known => new Map(known).set(text, answer))
  }

  async function askAll(): Promise<void> {
    const mine = ++round.current
    setAnswers(new Map())
    for (const [at, { text }] of (questions.data ?? []).entries()) {
      setAsking(at + 1)
      await ask(text)
      if (mine !== round.current) return
    }
    setAsking(undefined)
  }

  function stop(): void {
    round.current++
    setAsking(undefined)
  }

  const examined = (questions.data ?? []).map((one): AnsweredQuestion => ({ ...one, answer: answers.get(one.text) }))
  return { questions, examined, asking, askAll, ask, stop }
}
