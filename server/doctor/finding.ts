/** look: needs attention some time; bad: now. */
export type Finding = { name: string; state: 'ok' | 'look' | 'bad'; text: string; advice?: string }

const marks = { ok: '✔', look: '!', bad: '✖' }

export function lineOf({ name, state, text, advice }: Finding): string {
  return `${marks[state]} ${name}: ${text}${state === 'ok' || !advice ? '' : `\n    ${advice}`}`
}
