import { installRDTHook } from 'bippy'

// Before React DOM, which reports its commits to the hook that it finds when it is loaded.
installRDTHook()
