export const customerRightsEn = {
  title: 'Data rights',
  text: 'By law a customer can get a copy of their data and have it deleted. Only admins see this.',
  ask: 'Get a copy of their data',
  preparing: 'Collecting the data…',
  ready: 'The file is ready and kept until {date}.',
  download: 'Download the file',
  file: 'customer-data.zip',
  readme: 'Your data at {shop}. data.json has your details, messages, consents and requests; any text editor opens it.',
  readmeFiles:
    'The folder “files” has {files} files that you sent or received. Each message in data.json names its own.',
  readmeLeftOut:
    'Left out: {missing} files that are not stored any more, and {more} that did not fit into one copy; data.json names them. Ask {shop} for those that did not fit.',
  erase: 'Delete their data',
  eraseTitle: 'Delete {name}’s data?',
  eraseGone: 'Their messages, files, phone numbers, notes and everything else about them is deleted, on every channel.',
  eraseStays:
    'What they agreed to or opted out of stays, without a name. If they opted out and write again one day, they are still opted out.',
  eraseForGood: 'This cannot be undone.',
  eraseNow: 'Delete',
  erased: 'The customer’s data is being deleted.',
  cancel: 'Cancel',
}
