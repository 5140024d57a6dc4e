"""Hosts whose word counts: makers, standards bodies, and projects about their own software.

A subdomain of a listed name counts too.
"""

_HOSTS = """
acm.org amd.com ansible.com apache.org arista.com arm.com arxiv.org ashrae.org aws.amazon.com
canonical.com beegfs.io broadcom.com ceph.io cisco.com cloud.google.com cncf.io comptia.org containerd.io
deepspeed.ai deepspeed.readthedocs.io debian.org dell.com dmtf.org docker.com etcd.io eur-lex.europa.eu
etsi.org github.com grafana.com helm.sh hpe.com huggingface.co iana.org ibm.com ieee.org ieee802.org
ietf.org infinibandta.org intel.com iso.org itu.int jedec.org juniper.net kernel.org kubeflow.org
kubernetes.io linux.die.net linuxfoundation.org lustre.org man7.org manpages.debian.org microsoft.com
mlcommons.org mpi-forum.org netfilter.org nist.gov nvidia.com nvidia.github.io nvmexpress.org onnx.ai
open-mpi.org opencontainers.org opencompute.org openssh.com openucx.org oracle.com pcisig.com podman.io
postgresql.org prometheus.io python.org rapids.ai raw.githubusercontent.com pytorch.org ray.io
readthedocs.io redhat.com redis.io rfc-editor.org schedmd.com snia.org supermicro.com systemd.io
tensorflow.org ubuntu.com uptimeinstitute.com vllm.ai vmware.com w3.org weka.io wi-fi.org wireguard.com
wireshark.org
"""

PRIMARY_HOSTS = frozenset(_HOSTS.split())
