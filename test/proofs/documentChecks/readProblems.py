"""Reads every example of a problem of every operation of an OpenAPI document by the client that was made of it."""

import enum
import importlib
import json
import pkgutil
import sys

import httpx

sys.path.insert(0, ".")
api = importlib.import_module("streaming_support_service_client.api")
Client = importlib.import_module("streaming_support_service_client").Client

document = json.load(open(sys.argv[1]))
modules = {
    name.rpartition(".")[2].replace("_", ""): importlib.import_module(name)
    for _, name, is_package in pkgutil.walk_packages(api.__path__, api.__name__ + ".")
    if not is_package
}
documented = {
    operation["operationId"].lower(): operation for item in document["paths"].values() for operation in item.values()
}
if modules.keys() != documented.keys():
    sys.exit(f"operations without a function: {documented.keys() ^ modules.keys()}")

client = Client(base_url="http://localhost")
read = 0
for name, operation in documented.items():
    for status, response in operation["responses"].items():
        content = document["components"]["responses"].get(response.get("$ref", "").rpartition("/")[2], {}).get("content", {})
        for code, example in content.get("application/problem+json", {}).get("examples", {}).items():
            answer = modules[name]._parse_response(client=client, response=httpx.Response(int(status), json=example["value"]))
            if not isinstance(answer.code, enum.Enum) or answer.code != code:
                sys.exit(f"{name} {status}: {answer!r} has not the code {code}")
            read += 1
print(f"{len(documented)} operations, {read} problems")
