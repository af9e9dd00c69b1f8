// What the help of `picket simulate` says, and the port it begins at.
import { faultTypes } from '../simulate/faults.ts';

export const defaultPort = 7431;

export const faultsHelp = `PUT /faults on a deployment's port takes a JSON list of faults, [] ends them:
  curl -X PUT http://127.0.0.1:${defaultPort}/faults -d '[{"type":"latency","ms":300,"endpoint":"status"}]'
Types (docs/simulator.md says what each does): ${faultTypes.join(', ')}`;
