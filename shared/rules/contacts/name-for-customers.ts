import { givenName } from './given-name.ts'

/**
 * What a customer reads of a member's name, wherever they do: the given name alone. They learn whom to thank, and neither a full
 * name nor an address, which stands where no name was given.
 */
export function nameForCustomers(fullName: string): string {
  return fullName.includes('@') ? '' : givenName(fullName)
}
