import { givenName } from './given-name.ts'

/** Customers see a member's given name only, never the email address that stands in for a missing name. */
export function nameForCustomers(fullName: string): string {
  return fullName.includes('@') ? '' : givenName(fullName)
}
