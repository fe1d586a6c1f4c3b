// Another working tree of this library, or this one again; main.ts says where it is.
declare module 'rtk-rest-against' {
  export * from 'rtk-rest'
}
declare module 'rtk-rest-against/optimistic' {
  export * from 'rtk-rest/optimistic'
}
declare module 'rtk-rest-against/react' {
  export * from 'rtk-rest/react'
}
