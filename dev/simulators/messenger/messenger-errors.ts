import type { CallFault } from '../channel-faults.ts'
import type { SimulatedAnswer } from '../channel-simulator.ts'

const texts: Record<string, string> = {
  '100': '(#100) Invalid parameter',
  '100/1893061': '(#100) This message tag is no longer supported.',
  '100/2018001': '(#100) No matching user found',
  '100/2018218': '(#100) No profile available for this user.',
  '10/2018278': '(#10) This message is sent outside of allowed window.',
  '10/2018300': '(#10) This message is not sent because another app is controlling this thread now.',
  '100/2388024': '(#100) Content in this language already exists',
  '100/2388042': '(#100) The name of the template is invalid',
  '100/2388043': '(#100) The body of the template is invalid',
  '100/2593002': '(#100) The template does not exist',
  '100/2593004': '(#100) The template is not approved',
  '100/2593005': '(#100) The parameters do not fit the template',
  '190': 'Error validating access token: The session is invalid.',
  '190/460': 'Error validating access token: The session has been invalidated because the user changed their password.',
  '190/458': 'Error validating access token: The user has not authorized application.',
  '190/463': 'Error validating access token: Session has expired',
  '200': '(#200) Requires pages_messaging permission to manage the object',
  '368': 'The action attempted has been deemed abusive or is otherwise disallowed',
  '551/1545041': "(#551) This person isn't available right now.",
  '613': '(#613) Calls to this api have exceeded the rate limit.',
}

export function graphError(
  code: number | string,
  subcode?: number,
  details: { message?: string; status?: number; is_transient?: boolean; remaining_seconds?: number } = {},
): SimulatedAnswer {
  const found = texts[subcode === undefined ? String(code) : `${code}/${subcode}`] ?? texts[String(code)]
  const error = {
    message: details.message ?? found ?? `(#${code}) Simulated error`,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(details.is_transient === undefined ? {} : { is_transient: details.is_transient }),
    ...(details.remaining_seconds === undefined
      ? {}
      : { error_data: { remaining_seconds: details.remaining_seconds } }),
    fbtrace_id: 'AbCdEfSimulated',
  }
  return { status: details.status ?? 400, body: { error } }
}

export function refuseByFault(fault: CallFault): SimulatedAnswer {
  if (fault === 'rate_limit')
    return {
      ...graphError(613),
      headers: { 'x-app-usage': JSON.stringify({ call_count: 100, total_time: 40, total_cputime: 40 }) },
    }
  if (fault === 'token_expired') return graphError(190, 463)
  if (fault === 'permission_lost') return graphError(200)
  if (fault === 'window_closed') return graphError(10, 2018278)
  if (fault === 'page_restricted') return graphError(368)
  if (typeof fault === 'object' && 'error' in fault) {
    const { code, subcode, ...details } = fault.error
    return graphError(code, subcode, details)
  }
  return graphError(1, undefined, { message: 'An unknown error occurred', status: 500 })
}
