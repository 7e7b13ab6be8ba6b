import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#shared/contracts/api.ts'
import type { ExamQuestion } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { type AnsweredQuestion, type BotAnswer, caseFrom, mayBeRight } from '#web/parts/answers/answered-question.ts'

export type Taught = Result<'POST /api/v1/sources/pairs'>['status']
export type Verdict = 'right' | 'wrong' | undefined
export type Asked = AnsweredQuestion & { verdict: Verdict }

const many = 5

/** The answers that were judged right. */
export function useFirstCases() {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['first cases', workspace.id],
    queryFn: () => readRows('regression_cases', query => query.eq('workspace_id', workspace.id).limit(200)),
  })
}

/** Five likely questions, of as many kinds as possible. */
export function useFive() {
  const { workspace } = useCurrentWorkspace()
  const [judgedWrong, storeWrong] = useStoredDraft('wrong', '')
  const wrong: ReadonlySet<string> = new Set(linesOf(judgedWrong))
  const [version, setVersion] = useState(workspace.knowledge_version)
  const questions = useQuery({
    queryKey: ['exam', workspace.id, version],
    queryFn: () => call('GET /api/v1/exam'),
    staleTime: Infinity,
  })
  const cases = useFirstCases()
  const [answers, setAnswers] = useState<ReadonlyMap<string, BotAnswer | 'failed'>>(new Map())
  const chosen = choose(questions.data ?? [])
  // Asks again as the bot learns, until an answer has been judged.
  const judged = chosen.some(({ text }) => wrong.has(text)) || (cases.data?.length ?? 0) > 0
  if (!judged && version !== workspace.knowledge_version) setVersion(workspace.knowledge_version)
  const alive = useRef(true)
  const texts = chosen.map(one => one.text).join('\n')

  const ask = useCallback(async (text: string): Promise<void> => {
    const answer = await call('POST /api/v1/bot/ask', { body: { text, hours: 'open' }, repeatable: true }).catch(
      () => 'failed' as const,
    )
    if (alive.current) setAnswers(known => new Map(known).set(text, answer))
  }, [])

  useEffect(() => {
    alive.current = true
    let mine = true
    void (async () => {
      for (const text of texts.split('\n').filter(Boolean)) {
        if (!mine) return
        await ask(text)
      }
    })()
    return () => {
      mine = false
      alive.current = false
    }
  }, [texts, ask])

  const savedCaseFor = (text: string) => cases.data?.find(one => one.question === text)
  const asked = chosen.map((one): Asked => {
    const verdict = savedCaseFor(one.text) ? 'right' : wrong.has(one.text) ? 'wrong' : undefined
    return { ...one, answer: answers.get(one.text), verdict }
  })

  function setWrong(text: string, isWrong: boolean): void {
    storeWrong(known => [...linesOf(known).filter(other => other !== text), ...(isWrong ? [text] : [])].join('\n'))
  }

  async function judge(one: Asked, isRight: boolean): Promise<void> {
    setWrong(one.text, !isRight)
    const stored = savedCaseFor(one.text)
    if (isRight && !stored) await call('POST /api/v1/regression-cases', { body: caseFrom(one) })
    if (!isRight && stored) await call('DELETE /api/v1/regression-cases/:id', { params: { id: stored.id } })
    await cases.refetch()
  }

  return {
    questions,
    asked,
    /** Those that could not be asked. */
    async askAgain(): Promise<void> {
      for (const { text } of asked.filter(({ answer }) => answer === 'failed')) await ask(text)
    },
    judge,
    /** @throws ApiError; what was saved before a failure stays */
    async allRight(): Promise<void> {
      for (const one of asked)
        if (one.verdict === undefined && mayBeRight(one))
          await call('POST /api/v1/regression-cases', { body: caseFrom(one) })
    },
    /** @returns whether it is in use: where it makes another answer worse, it waits, and the old answer stays wrong */
    async teach(one: Asked, answer: string): Promise<Taught> {
      const { status } = await call('POST /api/v1/sources/pairs', { body: { question: one.text, answer } })
      if (status !== 'processed') return status
      setWrong(one.text, false)
      await ask(one.text)
      return status
    },
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

/** Two prices first, then one of each other kind, then whatever is left. */
function choose(questions: readonly ExamQuestion[]): ExamQuestion[] {
  const of = (topic: ExamQuestion['topic'], count: number) =>
    questions.filter(one => one.topic === topic).slice(0, count)
  const first = [...of('price', 2), ...of('place', 1), ...of('other', 1), ...of('absent', 1), ...of('list', 1)]
  return [...new Set([...first, ...questions])].slice(0, many)
}
