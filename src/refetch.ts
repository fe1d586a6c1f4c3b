export { refetchOn } from './managers/refetch'
