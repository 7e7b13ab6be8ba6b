import { execFileSync } from 'node:child_process'

/** Older commits are not judged. A date, as a shallow clone may not have the commit. */
const since = '2026-11-29T20:00:00Z'

/** A subject says what, a body why. Nothing is reported where there is no repository, as in an unpacked archive. */
export function commitsWithoutBody(root: string): string[] {
  return logOf(root)
    .split('\0')
    .map(commit => commit.trim().split('\n'))
    .filter(([subject, ...body]) => subject && body.join('').trim() === '')
    .map(([subject]) => `${subject}: its commit has no body that says why.`)
}

function logOf(root: string): string {
  try {
    const format = ['--format=%h %s%n%b%x00', '--no-merges', `--since=${since}`]
    return execFileSync('git', ['-C', root, 'log', ...format], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
