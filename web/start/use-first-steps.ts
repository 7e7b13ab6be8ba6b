import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

export type StepActions = {
  /** Changes only with the user's own actions, so that no input is lost. */
  steps: FirstSteps
  /** Someone else has already continued. */
  moved: boolean
  catchUp(): Promise<void>
  nameShop(shop: Pick<FirstSteps, 'name' | 'trade' | 'avatar'>): Promise<void>
  goTo(step: number): Promise<void>
  finish(page: boolean): Promise<void>
  renew(page: FirstSteps['page']): void
}

export function useFirstSteps() {
  const { workspace } = useCurrentWorkspace()
  const [seen, setSeen] = useState<FirstSteps>()
  const read = () => call('GET /api/v1/first-steps')
  const query = useQuery({ queryKey: ['first steps', workspace.id], queryFn: read, staleTime: 0, gcTime: 0 })
  const steps = seen ?? query.data

  /** @throws ApiError; after a conflict, the next press starts from the current state */
  async function change(act: (known: FirstSteps) => Promise<FirstSteps>): Promise<void> {
    if (!steps) return
    try {
      setSeen(await act(steps))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'first_steps.changed')
        setSeen({ ...(await read()), step: steps.step })
      throw error
    }
  }

  const actions: StepActions | undefined = steps && {
    steps,
    moved: workspace.first_version > steps.version,
    catchUp: async () => setSeen(await read()),
    nameShop: shop =>
      change(({ version }) => call('PUT /api/v1/first-steps/shop', { body: { version, ...shop } })).then(
        () => undefined,
      ),
    goTo: step => change(({ version }) => call('PUT /api/v1/first-steps/step', { body: { version, step } })),
    finish: page =>
      change(({ version }) => call('POST /api/v1/first-steps/finish', { body: { version, page }, repeatable: true })),
    renew: page => setSeen({ ...steps, page }),
  }
  return { query, actions }
}
